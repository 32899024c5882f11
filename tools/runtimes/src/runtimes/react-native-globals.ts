/** The web APIs that React Native polyfills, from the same packages. */
import { AbortController, AbortSignal } from 'abort-controller';
import 'whatwg-fetch';

Object.assign(globalThis, { AbortController, AbortSignal });
