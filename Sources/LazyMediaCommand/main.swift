print("lazymedia")
