/** Recorded conversations as input of fake microphones. */

import { readFileSync, writeFileSync } from "node:fs";

const HEADER_BYTES = 44;
const SAMPLE_RATE = 16_000;
const BYTES_PER_SAMPLE = 2;

export interface Turn {
  start: number;
  end: number;
  role: "recruiter" | "candidate";
  text: string;
}

export function readTurns(path: string): Turn[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(1)
    .filter((line) => line.trim())
    .map((line) => {
      const [start, end, role, text] = line.split("\t");
      return {
        start: Number(start),
        end: Number(end),
        role: role === "recruiter" ? "recruiter" : "candidate",
        text: text ?? "",
      };
    });
}

/** A part of a recording, in seconds from its start. */
export interface Part {
  start: number;
  end: number;
}

/**
 * Copy a 16 kHz mono WAV, or a part of it, with silence before it so that both sides have time to join.
 */
export function prepareVoice(options: {
  from: string;
  to: string;
  leadSeconds: number;
  part: Part | null;
}): void {
  const original = readFileSync(options.from);
  const bytes = (seconds: number) => Math.round(seconds * SAMPLE_RATE) * BYTES_PER_SAMPLE;
  const samples = options.part
    ? original.subarray(
        HEADER_BYTES + bytes(options.part.start),
        HEADER_BYTES + bytes(options.part.end),
      )
    : original.subarray(HEADER_BYTES);
  const silence = Buffer.alloc(bytes(options.leadSeconds));
  const header = Buffer.from(original.subarray(0, HEADER_BYTES));
  const length = silence.length + samples.length;
  header.writeUInt32LE(36 + length, 4);
  header.writeUInt32LE(length, 40);
  writeFileSync(options.to, Buffer.concat([header, silence, samples]));
}
