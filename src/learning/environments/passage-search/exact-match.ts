// Exact match as question answering counts it: small letters, without ASCII punctuation and articles, one space between
// words – `normalize_answer` of SQuAD 1.1 (Rajpurkar et al. 2016, evaluate-v1.1.py) and, the same, of HotpotQA (Yang et
// al. 2018, github.com/hotpotqa/hotpot, hotpot_evaluate_v1.py).

export function sameAnswer(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, '')
    .replace(/(?<![\p{L}\p{N}_])(a|an|the)(?![\p{L}\p{N}_])/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
