/** A style sheet whose class names the bundler makes unique: the name in the source to the name in the page. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
