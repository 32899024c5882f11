export { GET } from '../route/route.js';

export const runtime = 'edge';
