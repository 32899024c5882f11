export { prismError, prismVersion, startPrism, startPrismMock } from './start-prism.ts';
