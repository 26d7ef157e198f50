// zod would make its checks faster by making code of text, which the page's policy forbids. Imported by whoever makes
// schemas, before they are made.
import { config } from 'zod/v4/core';

config({ jitless: true });
