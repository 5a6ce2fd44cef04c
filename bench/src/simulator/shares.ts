import { choosePartition } from '@svc/event-log';

/** Weights of keys in descending order: the n-th has 1 / n^exponent. Their sum is 1. */
export function zipf(keys: number, exponent: number): number[] {
  const weights = Array.from({ length: keys }, (_, index) => 1 / (index + 1) ** exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The share of each partition when rows are placed by these keys, as the event log places them. */
export function partitionShares(weights: readonly number[], partitions: number): number[] {
  const shares = new Array<number>(partitions).fill(0);
  weights.forEach((weight, key) => {
    const partition = choosePartition(String(key), partitions);
    shares[partition] = (shares[partition] ?? 0) + weight;
  });
  return shares;
}

/** Requests of OTLP are placed by their hash, so each partition has the same. */
export function evenShares(partitions: number): number[] {
  return new Array<number>(partitions).fill(1 / partitions);
}
