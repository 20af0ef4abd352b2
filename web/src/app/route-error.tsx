/** Error page of the router. */
import { useTranslation } from "react-i18next";
import { Link, isRouteErrorResponse, useRouteError } from "react-router";

import { isApiError, NETWORK_ERROR } from "@/api/errors";
import { buttonClass } from "@/components/ui/button-styles";
import { ErrorState } from "@/components/ui/error-state";
import { paths } from "@/config/paths";
import { CatalogMissing } from "@/lib/i18n";

import { NotFoundPage } from "./routes/not-found";

// The browsers' messages when a chunk of the client cannot be loaded.
const CHUNK_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/iu;

/** Shown when a page failed to load or to render. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  }
  const isPartMissing =
    error instanceof CatalogMissing ||
    (error instanceof Error && CHUNK_FAILURE.test(error.message));
  const isAway = isPartMissing || isApiError(error, NETWORK_ERROR);
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <ErrorState
        title={t(isAway ? "routeError.awayTitle" : "routeError.title")}
        message={t(isAway ? "serverAway" : "routeError.text")}
        isAway={isAway}
        onRetry={() => window.location.reload()}
        action={
          <Link to={paths.interviews} reloadDocument className={buttonClass("ghost")}>
            {t("routeError.toInterviews")}
          </Link>
        }
      />
    </main>
  );
}
