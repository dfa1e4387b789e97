// Drawings of roads and traces, marked texts, golden files.
