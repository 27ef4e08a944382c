"""Where the port for IPU keeps its own modules: tensorflow.python.ipu."""
