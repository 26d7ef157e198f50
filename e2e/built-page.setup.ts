// Before the first journey, once for all of them: the page is built where its sources changed.
import { buildPage } from '../src/headless/build-page.mjs';

export default buildPage;
