"""Parts of some work given to workers: processes of this machine or of a cluster."""
