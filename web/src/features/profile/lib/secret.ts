/** 'ABCD EFGH …': a secret that somebody has to type is read in small groups. */
export function groupsOfFour(secret: string): string {
  return secret.match(/.{1,4}/gu)?.join(" ") ?? "";
}
