/** The browser's space is used up, also after dropping old trees. What lay there before lies there still. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
  constructor(what: string, options?: ErrorOptions) {
    super(
      `there is no room to store ${what}: delete runs you no longer need under Runs, lower the tree budget, or free disk space`,
      options,
    );
  }
}

/** The connection to the database is gone; nothing can be read or written until the page is reloaded. */
export class StorageClosedError extends Error {
  override name = 'StorageClosedError';
}

/** The database cannot be opened at all. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** What the browser throws when the space is used up, directly or as the reason of an aborted transaction. */
export function isQuotaExceeded(error: unknown): boolean {
  return error instanceof Error && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED');
}
