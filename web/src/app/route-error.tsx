import { Link, isRouteErrorResponse, useRouteError } from "react-router";

import { ApiError, isApiError, NETWORK_ERROR } from "@/api/errors";
import { buttonClass } from "@/components/ui/button-styles";
import { ErrorState } from "@/components/ui/error-state";
import { paths } from "@/config/paths";

import { NotFoundPage } from "./routes/not-found";

// The browsers' own words when a part of the client cannot be loaded.
const CHUNK_FAILURE = /dynamically imported module|Importing a module script failed/iu;

/** The last net: a page that failed to load or to draw. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const chunkFailed = error instanceof Error && CHUNK_FAILURE.test(error.message);
  const away = chunkFailed || isApiError(error, NETWORK_ERROR);
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <ErrorState
        title={away ? "The server is not answering" : "Something went wrong on this page"}
        error={away ? new ApiError("", { status: 0, code: NETWORK_ERROR }) : undefined}
        message={away ? undefined : "What was saved is safe. Loading the page again usually helps."}
        onRetry={() => window.location.reload()}
        action={
          <Link to={paths.interviews} reloadDocument className={buttonClass("ghost")}>
            Go to Interviews
          </Link>
        }
      />
    </main>
  );
}
