/** A worker that computes for the given number of milliseconds. */
export default ([ms]: readonly [ms: number]): { readonly prepared: number } => {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return { prepared: ms };
};
