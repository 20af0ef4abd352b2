import { test } from "@playwright/test";

import { CANDIDATE } from "./cast";
import { completedInterview, Desk, generateQuestions, seed, upcomingInterview } from "./seed";

test("the models read, ask and report, once", async ({ baseURL }) => {
  const desk = await Desk.open(baseURL ?? "", {
    username: process.env.GREENROOM_ADMIN_USERNAME ?? "ada",
    password: process.env.GREENROOM_ADMIN_PASSWORD ?? "",
  });
  const has = async (status: string) =>
    (await desk.interviews()).some(
      (one) => one.candidateName === CANDIDATE.name && one.status === status,
    );
  if (!(await has("completed"))) await seed(desk);
  if (!(await has("scheduled"))) {
    const upcoming = await upcomingInterview(desk, await completedInterview(desk));
    await generateQuestions(desk, upcoming);
  }
});
