/** What went wrong, in the words of whatever was thrown. */
export function reasonOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
