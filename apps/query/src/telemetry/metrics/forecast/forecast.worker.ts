/** Entry of the threads that forecast: a fit takes tens to hundreds of milliseconds. */
export { forecast as default } from './forecast.js';
