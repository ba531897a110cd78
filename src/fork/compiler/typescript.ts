/** Takes the types off a cell's code, as Framework's own transpiler does. */
export type StripTypes = (code: string) => string;

let stripTypes: StripTypes | null = null;

/** Called once the transpiler has been loaded: only notebooks with a ts cell need it. */
export function useTypeScript(strip: StripTypes): void {
  stripTypes = strip;
}

/** Takes the place of the function of this name in Framework's compiler. @throws SyntaxError */
export function transformJavaScriptSync(code: string, tag: string): string {
  if (tag !== "ts") throw new SyntaxError(`${tag} cells do not run in a fork`);
  if (stripTypes === null) throw new SyntaxError("typescript is not loaded");
  return stripTypes(code);
}
