/** First step of the landing page's video: the data that it shows. */

import { test } from "@playwright/test";

import { CANDIDATE } from "./cast";
import { completedInterview, Recruiter, generateQuestions, seed, upcomingInterview } from "./seed";

test("seeds the video: models read the documents, write questions and a report", async ({
  baseURL,
}) => {
  const recruiter = await Recruiter.open(baseURL ?? "", {
    username: process.env.GREENROOM_ADMIN_USERNAME ?? "ada",
    password: process.env.GREENROOM_ADMIN_PASSWORD ?? "",
  });
  const has = async (status: string) =>
    (await recruiter.interviews()).some(
      (one) => one.candidateName === CANDIDATE.name && one.status === status,
    );
  if (!(await has("completed"))) await seed(recruiter);
  if (!(await has("scheduled"))) {
    const upcoming = await upcomingInterview(recruiter, await completedInterview(recruiter));
    await generateQuestions(recruiter, upcoming);
  }
});
