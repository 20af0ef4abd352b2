import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

/** Sent to its end also when the page closes meanwhile. Raises ApiError. */
export async function deleteInterview(id: string): Promise<void> {
  try {
    await api.delete("/api/interview/{interview_id}", {
      params: { interview_id: id },
      keepalive: true,
    });
  } catch (error) {
    // Gone already, by another tab: that is what was wanted.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}
