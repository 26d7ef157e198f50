// The order of the likeliest tokens: higher logits first, equal ones by their token; and what comes before and behind
// all of them. Beside the drawn tokens each is a word: its token, and its log-probability in 512ths.
struct Likely { logit: f32, token: u32 } // over the temperature
const MOST = 5u; // of each drawn token; sample.ts knows it too
const NO_TOKEN = 0xffffffffu;
const everything = Likely(3.4e38, 0u);
const nothing = Likely(-3.4e38, NO_TOKEN);

fn is_likelier(a: Likely, b: Likely) -> bool {
  return a.logit > b.logit || (a.logit == b.logit && a.token < b.token);
}

fn word_of(token: u32, logp: f32) -> u32 {
  return select(token | (u32(clamp(round(-logp * 512.0), 0.0, 16383.0)) << 18u), NO_TOKEN, token == NO_TOKEN);
}
