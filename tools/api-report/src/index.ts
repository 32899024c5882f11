export { type ApiChange, compareReports, type ReportPair } from './compare-reports.ts';
