export { type Machine, renderPage, replaceSections, type Section, sectionsOf } from './page.ts';
export { type Figure, type Goal, type RecordedFigure, reportFigure } from './report-figure.ts';
