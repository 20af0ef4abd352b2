import { test } from "@playwright/test";

import { CANDIDATE } from "./cast";
import { Desk, seed } from "./seed";

test("the models read, ask and report, once", async ({ baseURL }) => {
  const desk = await Desk.open(baseURL ?? "", {
    username: process.env.GREENROOM_ADMIN_USERNAME ?? "ada",
    password: process.env.GREENROOM_ADMIN_PASSWORD ?? "",
  });
  const interviews = await desk.interviews();
  const isSeeded = interviews.some(
    (one) => one.candidateName === CANDIDATE.name && one.status === "completed",
  );
  if (!isSeeded) await seed(desk);
});
