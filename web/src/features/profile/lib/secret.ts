/** Groups a secret for typing: 'ABCD EFGH …'. */
export function groupsOfFour(secret: string): string {
  return secret.match(/.{1,4}/gu)?.join(" ") ?? "";
}
