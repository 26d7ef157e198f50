// The order of the likeliest tokens: higher logits first, equal ones by their token; and what comes before and behind
// all of them. Beside log-probabilities they lie as two numbers each.
struct Likely { logit: f32, token: f32 } // over the temperature
const everything = Likely(3.4e38, -1.0);
const nothing = Likely(-3.4e38, -1.0);

fn is_likelier(a: Likely, b: Likely) -> bool {
  return a.logit > b.logit || (a.logit == b.logit && a.token < b.token);
}
