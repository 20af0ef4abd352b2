import { Link } from "react-router";

import { buttonClass } from "@/components/ui/button-styles";
import { Wordmark } from "@/components/ui/wordmark";
import { paths } from "@/config/paths";
import { useDocumentTitle } from "@/hooks/use-document-title";

export function NotFoundPage() {
  useDocumentTitle("Page not found");
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 p-6 text-center">
      <Wordmark />
      <div>
        <p className="font-mono text-base text-faint">404</p>
        <h1 className="mt-1 text-xl font-semibold tracking-tight text-balance">
          The page you’re looking for doesn’t exist.
        </h1>
      </div>
      <Link to={paths.home} className={buttonClass("primary")}>
        Go to Home
      </Link>
    </main>
  );
}
