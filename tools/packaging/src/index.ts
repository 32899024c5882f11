export { checkPackage, type UnpackedPackage } from './check-package.ts';
