/**
 * Rejects if the work takes longer than this many milliseconds: probes and scrapers must get a response even if a
 * dependency hangs.
 */
export async function withBudget(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const budget = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, budget]);
  } finally {
    clearTimeout(timer);
  }
}
