/** Requests a minute, before the onset and since. */
export interface ShareRates {
  readonly normal: number;
  readonly abnormal: number;
}

/** The rates of requests of services, and of those with each value of their attributes. */
export interface ShareFacts {
  readonly totals: readonly (ShareRates & { readonly service: string })[];
  readonly values: readonly (ShareRates & { readonly service: string; readonly key: string; readonly value: string })[];
}
