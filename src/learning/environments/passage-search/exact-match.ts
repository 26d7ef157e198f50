// Exact match as question answering counts it (SQuAD, HotpotQA): small letters, without punctuation and articles, one
// space between words.

export function sameAnswer(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/\b(a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
