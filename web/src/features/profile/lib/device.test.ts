/** Tests of device names from User-Agent headers. */
import { expect, it } from "vitest";

import { parseDevice } from "./device";

const MOZILLA = "Mozilla/5.0";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  [
    `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    "Chrome",
    "ChromeOS",
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    "Edge",
    "Windows",
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0`,
    "Firefox",
    "Windows",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    "Safari",
    "macOS",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
    "Safari",
    "iPhone",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
    "Chrome",
    "iPhone",
  ],
  [
    `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 OPR/116.0.0.0`,
    "Opera",
    "Linux",
  ],
  ["python-httpx/0.28.1", null, null],
  ["", null, null],
])("reads %j", (userAgent, browser, system) => {
  expect(parseDevice(userAgent)).toMatchObject({ browser, system });
});

it("distinguishes a phone from a computer", () => {
  expect(
    parseDevice(`${MOZILLA} (Linux; Android 10; K) ${WEBKIT} Chrome/131.0 Mobile`).isHandheld,
  ).toBe(true);
  expect(parseDevice(`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/131.0`).isHandheld).toBe(
    false,
  );
});
