/** Entry of the forecast threads: a fit takes tens to hundreds of milliseconds. */
export { forecast as default } from './forecast.js';
