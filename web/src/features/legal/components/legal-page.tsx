/** Terms of Service and Privacy Policy. */
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { siteQuery } from "@/api/site";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Wordmark } from "@/components/ui/wordmark";
import { PRODUCT_NAME } from "@/config/constants";
import { paths } from "@/config/paths";

import { siteTextQuery, type LegalTextName } from "../api/site-text";
import { BuiltInText } from "./built-in-text";

// Most installations keep the built-in texts and need no Markdown code.
const AdminText = lazy(async () => ({ default: (await import("./admin-text")).AdminText }));

/** Shows the custom text if there is one, otherwise the built-in text, never both. */
export function LegalPage({ name }: { name: LegalTextName }) {
  const { t } = useTranslation("legal");
  const { data: site } = useQuery(siteQuery);
  const product = site?.productName ?? PRODUCT_NAME;
  const other = name === "terms" ? "privacy" : "terms";
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[40rem] flex-col px-5 py-8 sm:py-12">
      <meta name="description" content={t(`${name}.description`, { product })} />
      <header className="flex items-center justify-between gap-4">
        <Link to={paths.home} className="touch-target flex rounded-md">
          <Wordmark />
        </Link>
        <BackToHome />
      </header>
      <main className="mt-12 grow text-md leading-relaxed sm:mt-16">
        <h1 className="text-2xl font-semibold tracking-tight">{t(`${name}.title`)}</h1>
        <Text name={name} product={product} />
      </main>
      <footer className="mt-16 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6 text-base">
        <BackToHome />
        <Link
          to={paths[other]}
          className="touch-target rounded-sm text-muted hover:text-ink hover:underline"
        >
          {t(`other.${other}`)}
        </Link>
      </footer>
    </div>
  );
}

function Text({ name, product }: { name: LegalTextName; product: string }) {
  const { t } = useTranslation("legal");
  const { data: markdown, error, isFetching, refetch } = useQuery(siteTextQuery(name));
  if (markdown === undefined) {
    return error ? (
      <ErrorState
        title={t("failedTitle")}
        message={t("failedText")}
        onRetry={() => void refetch()}
        retryLabel={t("retry")}
        retrying={isFetching}
      />
    ) : (
      <TextSkeleton />
    );
  }
  if (markdown === null) return <BuiltInText name={name} product={product} />;
  return (
    <Suspense fallback={<TextSkeleton />}>
      <AdminText markdown={markdown} />
    </Suspense>
  );
}

function TextSkeleton() {
  const { t } = useTranslation("legal");
  return (
    <div role="status" aria-label={t("loading")} className="mt-6 flex flex-col gap-3">
      {["w-40", "w-full", "w-full", "w-11/12", "w-2/3"].map((width, index) => (
        <Skeleton key={index} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}

function BackToHome() {
  const { t } = useTranslation("legal");
  return (
    <Link
      to={paths.home}
      className="touch-target inline-flex items-center gap-2 rounded-sm text-base font-medium text-accent-ink hover:underline"
    >
      <ArrowLeft size={16} aria-hidden />
      {t("backToHome")}
    </Link>
  );
}
