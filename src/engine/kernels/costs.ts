// What kernels that are no matrix products cost, for cutting submissions: in operations of a product that take as long.
// Measured on lavapipe beside the products (README, Speed), and true within a factor of two, which is all that
// gpu/submission-budget.ts counts on; what a card takes it learns from the card. Products count themselves: two
// operations for each multiply-add.
export const costs = {
  /** Of a number of a row: one thread reads its row twice, while its neighbours read other rows, so nothing comes in
   *  blocks. */
  rmsNorm: 60,
  /** Of an activation: an exponential and a division, and memory. */
  swiglu: 40,
  /** Of a number of a head: read one by one, for the norm and again for the turn. */
  rope: 40,
  /** The same, with the gradient beside it. */
  ropeBackward: 80,
  /** Of a head's number at a key that a row sees. Narrow heads stay in registers; of wide ones (above 32) the numbers
   *  do not fit. */
  attention: { narrow: 8, wide: 16 },
  attentionBackwardQuery: { narrow: 10, wide: 20 },
  /** Both products made again, and two sums. */
  attentionBackwardKey: { narrow: 20, wide: 60 },
  /** Of a logit: an exponential in a strided walk, twice over. */
  softmax: 60,
  objectiveGradient: 100,
  /** Of a logit when a token is drawn (a hash and two logarithms), and of a branch whatever the vocabulary: its
   *  barriers. */
  draw: 60,
  drawOfBranch: 2_000,
  /** Of a number of the table, most of which no row reads. */
  embedBackward: 4,
  /** Of a trained number: one stream of memory, and seven. */
  gradientNorm: 70,
  adamwStep: 120,
} as const;
