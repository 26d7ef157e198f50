// The models that lie beside the page, each a folder of models/: of one size, and with the same tokens.

/** What every preset begins with that asks for no other. */
export const shippedModel = 'sprout';
/** The same after two courses more, about larger Sokoban rooms; fetched when it is wanted. */
export const roomsModel = 'sprout-rooms';
export const shippedModels: readonly string[] = [shippedModel, roomsModel];

export const isShipped = (model: string): boolean => shippedModels.includes(model);
