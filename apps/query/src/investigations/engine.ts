/** Injection token of the InvestigationEngine. */
export const INVESTIGATION_ENGINE = Symbol('InvestigationEngine');
