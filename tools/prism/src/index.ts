export { prismError, startPrism, startPrismMock } from './start-prism.ts';
