/**
 * Refuses, whatever made them, elements that load, connect or navigate by themselves: at every way into
 * a tree, and in what a parser returns. A frame would be a document of its own with all that the
 * lockdown has taken from this one.
 *
 * Runs in the sandbox as text, like lockdown: nothing but its own body, and only functions taken before
 * anybody could replace them.
 */
export function guardInsertion(): void {
  const refused = "iframe, frame, object, embed, portal, fencedframe, link, meta";
  const {apply} = Reflect;
  type Method = (...args: unknown[]) => unknown;
  type Owner = Record<string, Method>;
  const scope = globalThis as unknown as Record<string, {prototype: object} | undefined>;
  const methodOf = (owner: string, name: string) =>
    (scope[owner]?.prototype as Owner)[name] as Method;
  const getterOf = (owner: string, name: string) =>
    Object.getOwnPropertyDescriptor(scope[owner]?.prototype, name)?.get as Method;

  const nodeType = getterOf("Node", "nodeType");
  const firstChild = getterOf("Node", "firstChild");
  const matches = methodOf("Element", "matches");
  const content = getterOf("HTMLTemplateElement", "content");
  const item = methodOf("NodeList", "item");
  const finders: readonly (readonly [type: number, one: Method, all: Method])[] = (
    [
      [1, "Element"],
      [9, "Document"],
      [11, "DocumentFragment"]
    ] as const
  ).map(([type, owner]) => [
    type,
    methodOf(owner, "querySelector"),
    methodOf(owner, "querySelectorAll")
  ]);

  const typeOf = (value: unknown): number => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return 0;
    try {
      return apply(nodeType, value, []) as number;
    } catch {
      return 0;
    }
  };
  const finderOf = (type: number) => {
    for (let i = 0; i < finders.length; ++i) {
      const finder = finders[i];
      if (finder && finder[0] === type) return finder;
    }
    return null;
  };

  const isRefused = (node: unknown): boolean => {
    const type = typeOf(node);
    const finder = finderOf(type);
    if (!finder) return false;
    if (type === 1 && apply(matches, node, [refused])) return true;
    return apply(firstChild, node, []) !== null && apply(finder[1], node, [refused]) !== null;
  };
  /** The same in what a parser has made, and in its templates, which no search enters. */
  const isRefusedDeep = (node: unknown): boolean => {
    if (isRefused(node)) return true;
    const finder = finderOf(typeOf(node));
    if (!finder) return false;
    const templates = apply(finder[2], node, ["template"]);
    for (let i = 0; ; ++i) {
      const template = apply(item, templates, [i]);
      if (template === null) return false;
      let inside: unknown = null;
      try {
        inside = apply(content, template, []);
      } catch {
        continue;
      }
      if (isRefusedDeep(inside)) return true;
    }
  };
  const refuse = (is: boolean) => {
    if (is) throw new TypeError(`not available in a fork: ${refused}`);
  };

  const wrap = (owner: object | undefined, name: string, make: (old: Method) => Method) => {
    const old = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!old) return;
    const changed = old.set
      ? {get: old.get, set: make(old.set as Method)}
      : {value: make(old.value as Method), writable: true};
    Object.defineProperty(owner, name, {...changed, enumerable: true, configurable: false});
  };

  const parents = ["append", "prepend", "replaceChildren", "moveBefore"];
  const siblings = ["before", "after", "replaceWith"];
  const ways: Readonly<Record<string, readonly string[]>> = {
    Node: ["appendChild", "insertBefore", "replaceChild"],
    Element: [...parents, ...siblings, "insertAdjacentElement"],
    Document: [...parents, "body"],
    DocumentFragment: parents,
    CharacterData: siblings,
    DocumentType: siblings,
    Range: ["insertNode", "surroundContents"],
    HTMLSelectElement: ["add"],
    HTMLOptionsCollection: ["add"],
    HTMLTableElement: ["caption", "tHead", "tFoot"]
  };
  for (const [owner, names] of Object.entries(ways))
    for (const name of names)
      wrap(scope[owner]?.prototype, name, (old) => {
        return function (this: unknown, ...nodes) {
          for (let i = 0; i < nodes.length; ++i) refuse(isRefused(nodes[i]));
          return apply(old, this, nodes);
        };
      });

  const parsers: readonly (readonly [owner: object | undefined, name: string])[] = [
    [scope["DOMParser"]?.prototype, "parseFromString"],
    [scope["Range"]?.prototype, "createContextualFragment"],
    [scope["Document"], "parseHTMLUnsafe"]
  ];
  for (const [owner, name] of parsers)
    wrap(owner, name, (old) => {
      return function (this: unknown, ...args) {
        const made = apply(old, this, args);
        refuse(isRefusedDeep(made));
        return made;
      };
    });
}
