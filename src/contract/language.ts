// How a model is spoken to.

/** The words around a text that a model was trained with. */
export interface Language {
  /** Text of the token that ends an answer: "<|im_end|>". */
  readonly endToken: string;
  readonly beginToken?: string;
  /** The chat format, in Jinja. A model without one is spoken to in plain text. */
  readonly chatTemplate?: string;
}
