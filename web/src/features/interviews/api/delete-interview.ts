import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { INTERVIEW_LISTS } from "@/api/create-interview";
import { isApiError } from "@/api/errors";

async function deleteInterview(id: string): Promise<void> {
  try {
    await api.delete(`/api/interview/${id}`);
  } catch (error) {
    // Gone already, by another tab: that is what was wanted.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}

export function useDeleteInterview() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteInterview,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: INTERVIEW_LISTS }),
  });
}
