/** Routes of the legal pages. */
import { LegalPage } from "@/features/legal/components/legal-page";

export function TermsPage() {
  return <LegalPage name="terms" />;
}

export function PrivacyPage() {
  return <LegalPage name="privacy" />;
}
