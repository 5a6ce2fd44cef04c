/** A percentage with the decimals that it has, such as `12.5 %`. */
export function formatPercentage(value: number): string {
  return `${Number(value.toFixed(2))} %`;
}
