/** Deletes an interview; completes even if the page is closed in the meantime. Raises ApiError. */
import { api } from "@/api/client";
import { isApiError } from "@/api/errors";

export async function deleteInterview(id: string): Promise<void> {
  try {
    await api.delete("/api/interview/{interview_id}", {
      params: { interview_id: id },
      keepalive: true,
    });
  } catch (error) {
    // Already deleted, for example in another tab.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}
