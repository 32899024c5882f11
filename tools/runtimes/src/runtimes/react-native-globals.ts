/** What React Native puts in place of parts of the web, from the packages that it takes them from. */
import { AbortController, AbortSignal } from 'abort-controller';
import 'whatwg-fetch';

Object.assign(globalThis, { AbortController, AbortSignal });
