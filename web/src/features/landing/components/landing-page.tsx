/** Landing page. Its texts are built in, so it works while the server is unavailable. */
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";

import { setupRequiredQuery } from "@/api/setup-status";
import { siteQuery, type Site } from "@/api/site";
import { PRODUCT_NAME } from "@/config/constants";
import { paths } from "@/config/paths";

import { useDemoRequestDialog } from "../hooks/use-demo-request-dialog";
import { ContactSection } from "./contact-section";
import { Features } from "./features";
import { Hero } from "./hero";
import { HowItWorks } from "./how-it-works";
import { LandingFooter } from "./landing-footer";
import { LandingHeader } from "./landing-header";
import { Pricing } from "./pricing";
import { PrivateSection } from "./private-section";

const OWN_CHECK: Site["captcha"] = { kind: "altcha", siteKey: null };

export function LandingPage() {
  const { t } = useTranslation("landing");
  const { data: site, failureCount } = useQuery(siteQuery);
  const { data: isSetupRequired = false } = useQuery(setupRequiredQuery);
  const product = site?.productName ?? PRODUCT_NAME;
  const demo = useDemoRequestDialog(site?.captcha ?? OWN_CHECK);
  if (isSetupRequired) return <Navigate to={paths.setup} replace />;
  return (
    <>
      <meta name="description" content={t("description", { product })} />
      <LandingHeader />
      <main className="flex flex-col gap-20 pb-20 sm:gap-28 sm:pb-28">
        <Hero site={site} isSettled={site !== undefined || failureCount > 0} demo={demo} />
        <Features />
        <PrivateSection product={product} />
        <HowItWorks />
        <Pricing site={site} />
        <ContactSection site={site} product={product} demo={demo} />
      </main>
      <LandingFooter />
      {demo.dialog}
    </>
  );
}
