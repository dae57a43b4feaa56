"""A table while it is played on: camera, eye, arbiter, page and record, put together and run."""
