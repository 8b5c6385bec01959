export const html: any;
export const render: (node: any, place: Element) => void;
export const useEffect: (run: () => void | (() => void), on?: readonly any[]) => void;
export const useLayoutEffect: (run: () => void | (() => void), on?: readonly any[]) => void;
export const useMemo: <T>(make: () => T, on: readonly any[]) => T;
export const useRef: <T>(first: T) => { current: T };
export const useState: <T>(first: T | (() => T)) => [T, (next: T | ((before: T) => T)) => void];
