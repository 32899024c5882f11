export { labelledParts, labels } from './changeset-labels.ts';
export { publishedPackages } from './published-packages.ts';
